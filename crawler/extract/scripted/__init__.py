"""Pages whose text stands in the data of their scripts, which show it: found there without running any of them."""

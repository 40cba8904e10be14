"""What a page says of itself: title, date, author, language …"""

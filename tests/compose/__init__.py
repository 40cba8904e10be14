"""docker-compose.yml and the Dockerfiles as a user runs them, on a Docker engine of our own: `make test-compose`."""

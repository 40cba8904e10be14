# One image for all roles: `docker run IMAGE controller`, `lister`, `extractor`, `web`, `migrate`, …
FROM python:3.11.14-slim-bookworm AS base
ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
WORKDIR /app

FROM base AS build
# The compiler and pip stay in this stage; pip installs into an environment that has none.
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
ENV PIP_PYTHON=/opt/crawler/bin/python \
    PIP_NO_CACHE_DIR=1
RUN python -m venv --without-pip /opt/crawler
COPY requirements-runtime.lock ./
RUN pip install --require-hashes --requirement requirements-runtime.lock
COPY pyproject.toml README.md LICENSE ./
COPY crawler crawler
# Editable: the package stays in /app, beside the config/ and migrations/ that it looks for there.
RUN pip install --no-deps --editable . \
    && /opt/crawler/bin/python -c 'import crawler.extract._markup' \
    && rm -rf build crawler/extract/_markup.c
# The root file system is read-only where this runs, so what can be compiled is compiled now.
RUN python -m compileall -q /opt/crawler /app/crawler

FROM base
ENV PATH=/opt/crawler/bin:$PATH
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin crawler
COPY --from=build /opt/crawler /opt/crawler
COPY --from=build /app /app
COPY config config
COPY migrations migrations
USER crawler
ENTRYPOINT ["crawler"]
CMD ["--help"]

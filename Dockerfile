# One image for web, worker and beat; the compose file says which command each runs.
FROM python:3.11-slim-bookworm@sha256:0bee7276f83efd4a1ee05bbbf4281d95ed28e079220a9457f25a93e3f1e3c31b

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    STATE_DIR=/state STATIC_ROOT=/static MPLCONFIGDIR=/tmp/matplotlib

WORKDIR /app
COPY requirements.txt .
RUN pip install --disable-pip-version-check --require-hashes -r requirements.txt

COPY . .
# In place, so that the site and the command `regild` are of one copy of the method.
RUN pip install --disable-pip-version-check --no-deps --no-build-isolation --editable .
# The site's own bytecode too, for nobody may write it later: without it a start takes a fifth
# longer.
RUN python -m compileall -q . \
    && pybabel compile --directory locale --domain django \
    && useradd --system --home /app regild \
    && mkdir -p /state /static \
    && chown regild /state /static
USER regild

EXPOSE 8000
CMD ["gunicorn", "annotation_site.wsgi", "--config", "gunicorn.conf.py", "--bind", "0.0.0.0:8000"]

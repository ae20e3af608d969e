# Pulso with its own PostgreSQL, or with another one by DATABASE_URL: docs/operations.md. Node 24 is the one to run it with.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY .npmrc package.json package-lock.json ./
COPY apps/api/package.json apps/api/
COPY apps/client/package.json apps/client/
COPY apps/panel/package.json apps/panel/
COPY packages/contract/package.json packages/contract/
COPY packages/web/package.json packages/web/
COPY testing/package.json testing/
RUN npm ci --ignore-scripts
COPY LICENSE ./
COPY tools tools
COPY docs/guia docs/guia
COPY docs/pictures docs/pictures
COPY packages packages
COPY apps apps
# The history is not sent: --build-arg PULSO_COMMIT=$(git rev-parse --short HEAD) says which commit it is.
ARG PULSO_COMMIT
RUN node tools/pack.mjs /pulso

FROM node:24-bookworm-slim
# PostgreSQL refuses root, and nobody but this user needs the data.
RUN install -d -o node -g node -m 700 /data /backups
WORKDIR /pulso
COPY --from=build /pulso ./
ARG PULSO_COMMIT
# `npm run release` sets the version.
LABEL org.opencontainers.image.title=Pulso \
  org.opencontainers.image.version=0.1.0 \
  org.opencontainers.image.revision=$PULSO_COMMIT
# As npm start: glibc gives memory back.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
# An upgrade may last minutes and is no illness.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(async (answer) => process.exit(answer.ok || (await answer.json()).state === 'actualizando' ? 0 : 1)).catch(() => process.exit(1))"]
# Node itself, so that SIGTERM reaches it.
CMD ["node", "--max-semi-space-size=4", "apps/api/dist/server.js"]

# syntax=docker/dockerfile:1
ARG NODE_VERSION=24

# The files that npm installs from.
FROM node:${NODE_VERSION}-alpine AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY client/package.json client/
COPY dev/sandbox/package.json dev/sandbox/
COPY dev/e2e/package.json dev/e2e/
COPY dev/resilience/package.json dev/resilience/
COPY dev/bench/package.json dev/bench/

# Only the packages that the server needs at run time.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace server
# Two thirds of their files are for people and compilers.
RUN find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# The server and the commands as bundles, and the web app. It gets its settings when the container starts.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN SERVICES=real npm run build

FROM node:${NODE_VERSION}-alpine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 CLIENT_DIR=/app/web
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/server/dist/commands .
COPY --from=build /app/client/dist web
# The image's user `node`.
USER 1000
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "start-container.mjs"]

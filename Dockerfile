# syntax=docker/dockerfile:1
# With its digest, so that every build takes the same one.
ARG NODE=node:24.18.0-alpine@sha256:a0b9bf06e4e6193cf7a0f58816cc935ff8c2a908f81e6f1a95432d679c54fbfd

# The files that npm installs from.
FROM ${NODE} AS manifests
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
# Two thirds of their files are for people and compilers. Their licenses stay.
RUN find . -path '*/node_modules/*' -type f \
  \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) \
  ! -iname '*licen[cs]e*' ! -iname '*notice*' ! -iname '*copying*' -delete

# The server and the commands as bundles, and the web app. It gets its settings when the container starts.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
# The commit, which the server names in its log: docs/going-live.md.
ARG BUILT_FROM
RUN SERVICES=real npm run build

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 CLIENT_DIR=/app/web
# npm puts some packages into server/node_modules, where only programs in server/ find them.
WORKDIR /app/server
COPY --from=packages /app /app
COPY --from=build /app/server/dist/commands ./
COPY --from=build /app/client/dist /app/web
COPY LICENSE /app/
# The image's user `node`.
USER 1000
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "start-container.mjs"]

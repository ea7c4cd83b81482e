# The image of Precis: production dependencies, the sources that the server runs, and the built web app. Every step is
# written as a list of arguments, so that it needs no shell, and a test takes the same steps in a folder
# (tests/browser/image.slow.test.ts). What runs here and how stands in docs/runbook.md and deploy/.

# The same version that package.json pins; a test compares them.
FROM node:26.10.0-slim AS base
WORKDIR /app
COPY package.json package-lock.json ./

# The web app, with the tools that build it.
FROM base AS web
RUN ["npm", "ci", "--include=dev", "--no-audit", "--no-fund"]
COPY index.html public.html vite.config.ts tsconfig.json tsconfig.web.json ./
COPY public ./public
COPY scripts ./scripts
COPY src ./src
RUN ["npm", "run", "build"]

# What the server imports. The image has its own Node, and nobody debugs into a package here.
FROM base AS modules
RUN ["npm", "ci", "--omit=dev", "--no-audit", "--no-fund"]
RUN ["rm", "-rf", "node_modules/node", "node_modules/.bin"]
RUN ["find", "node_modules", "-type", "f", "(", "-name", "*.map", "-o", "-name", "*.d.ts", "-o", "-name", "*.d.mts", "-o", "-name", "*.d.cts", ")", "-delete"]

FROM node:26.10.0-slim
WORKDIR /app
# The only folder that is written to, besides a small /tmp: the root file system may be read-only. A volume that is
# mounted for backups takes over whose the folder is.
RUN ["install", "--directory", "--mode=0700", "--owner=1000", "--group=1000", "/data", "/data/backups"]
COPY --from=modules /app/node_modules ./node_modules
COPY package.json ./
COPY scripts/quick-resolve.mjs ./scripts/
COPY src/shared ./src/shared
COPY src/threads ./src/threads
COPY src/ingest ./src/ingest
COPY src/summarizer ./src/summarizer
COPY src/server ./src/server
COPY src/cli ./src/cli
COPY --from=web /app/dist/web ./dist/web
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME ["/data"]
EXPOSE 3000
# A number, since Kubernetes cannot tell of a name that it is not root's.
USER 1000:1000
# Running work is finished or handed back on this signal, which takes up to half a minute.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=5m --start-interval=2s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so it hears the signal. What comes after the image's name takes the place of the server:
# `docker run IMAGE src/cli/main.ts --help` is the command.
ENTRYPOINT ["node", "--import", "./scripts/quick-resolve.mjs"]
CMD ["src/server/main.ts"]

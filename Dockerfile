# The site as one container: the runtime holds Node and dist/, no package manager's tree and no sources.
# Needs no secret, no content service and no network of its own beyond the package registry: docker buildx build -t website .

# By digest, so that a registry cannot replace what the tag points to. Renovate renews both; docker buildx imagetools inspect shows it.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2

# What is built is the same for every processor, so nothing is emulated for another one.
FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Shown in the log and in /metrics: there is no history here to read it from.
ARG COMMIT
RUN npm run build
# Copied below with its owner: a volume mounted there starts with the same one.
RUN mkdir data

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="website" \
      org.opencontainers.image.description="The public website of a UK accident-management company" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:26.10.0-bookworm-slim"
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /site
COPY --from=build /build/dist ./dist
COPY --from=build --chown=65532:65532 /build/data /data
# A number, so that Kubernetes can see that it is not root (runAsNonRoot).
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/start.js"]

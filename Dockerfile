# Orrery in a container, with tmux and git for the agents that live in it. See docs/guide/container.md.

FROM node:24.21.0-bookworm-slim AS pack
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN mkdir /out && npm pack --pack-destination /out

FROM node:24.21.0-bookworm-slim
# tini reaps what agents leave behind; the rest is what agents and their hooks use.
RUN apt-get update \
 && apt-get install -y --no-install-recommends bash ca-certificates curl git openssh-client procps tini tmux \
 && rm -rf /var/lib/apt/lists/*
COPY --from=pack /out /tmp/orrery
RUN npm install -g --ignore-scripts /tmp/orrery/orrery-*.tgz && rm -rf /tmp/orrery /root/.npm
# Agent programs from npm that are to be in the image, as in: --build-arg AGENTS=@anthropic-ai/claude-code
ARG AGENTS=""
RUN if [ -n "$AGENTS" ]; then npm install -g $AGENTS && rm -rf /root/.npm; fi

# On every address of the container, which exposes the service: everybody needs a login (docs/guide/container.md).
ENV HOST=0.0.0.0 PORT=7420 LANG=C.UTF-8 SHELL=/bin/bash
# What is installed in a running container lies in the volume, where its user may write and an update leaves it.
ENV NPM_CONFIG_PREFIX=/home/node/.local PATH=/home/node/.local/bin:$PATH
USER node
WORKDIR /home/node
VOLUME /home/node
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["curl", "-fsS", "http://127.0.0.1:7420/readyz"]
ENTRYPOINT ["tini", "--", "orrery"]
CMD ["start"]

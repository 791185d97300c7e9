# Stands in for the Node image that deploy/Dockerfile begins with, where no image can be pulled.
FROM wheelhouse-engines/debian:trixie
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx

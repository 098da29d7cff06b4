# The image holds the program and what it needs from a system: certificates of
# authorities, and a folder for data.  The rules of time zones are in the
# program.  Build it at the top of the checkout, with .git, which tells the
# version; without it pass VERSION, COMMIT and COMMIT_TIME.
#
#   docker build -t almanac .

ARG GO=1.26

# The compiler runs on this machine's processor, whatever the image is for.
FROM --platform=$BUILDPLATFORM docker.io/library/golang:${GO} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS
ARG TARGETARCH
ARG VERSION
ARG COMMIT
ARG COMMIT_TIME
RUN GOOS="$TARGETOS" GOARCH="$TARGETARCH" make build BIN=/out/almanac && mkdir /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/almanac /almanac
COPY --from=build --chown=65532:65532 /out/data /data

# A number, so that a cluster can see that it is not root.
USER 65532:65532
# SQLite sorts what is large in files of the working folder, as there is no /tmp; uploads
# wait there, too.
WORKDIR /data
VOLUME /data

# Inside of a container everybody is "the network", so users sign in.
ENV ALMANAC_DATABASE=sqlite:/data/almanac.db \
    ALMANAC_LISTEN=:8080 \
    ALMANAC_AUTH=required \
    HOME=/data \
    TMPDIR=/data
EXPOSE 8080

# There is no shell and no curl to ask with.
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=3 CMD ["/almanac", "health"]

ENTRYPOINT ["/almanac"]
CMD ["serve"]

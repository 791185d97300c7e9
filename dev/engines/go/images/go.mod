module wheelhouse.dev/engines/images

go 1.26.0

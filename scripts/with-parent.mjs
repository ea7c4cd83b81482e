// Preloaded into the server and the stand-ins: without their start script they must not keep the port and the database.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

// Loaded into the server by the start script: a server whose start script was killed outright must not live on and
// keep port and data folder from the next start.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

/**
 * Preloaded into the programs a command starts: when that command is killed outright, nobody is left to stop
 * them, and they would keep the port. The closed channel to it tells them.
 */
if (process.channel && process.env.SIGNET_PARENT === String(process.ppid)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

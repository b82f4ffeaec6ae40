import { fork } from 'node:child_process'

/** Starts a service as a server does, and tells its id; it waits to be killed. */
const child = fork(new URL('service-main.ts', import.meta.url), {
  execArgv: [],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  serialization: 'advanced',
})
child.on('message', (message) => process.send?.(message as object))
child.send({ do: 'never-stop' })
process.send?.({ pid: child.pid })

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A dedicated NATS server on a loopback port, which can be killed and restarted. */
export interface TestNats {
  readonly url: string
  /** Without warning: connections break at once. */
  kill(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Debian installs it in a folder that only administrators have on their path. */
const PROGRAM = ['/usr/sbin/nats-server', '/usr/local/bin/nats-server'].find(existsSync) ?? 'nats-server'

export async function startTestNats(): Promise<TestNats> {
  const port = await freePort()
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const started = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    const failed = once(started, 'error').then(([error]) => {
      throw new Error('nats-server cannot be started. On Debian: apt-get install nats-server', { cause: error })
    })
    // Even if the tests are ended from outside.
    process.once('exit', () => started.kill('SIGKILL'))
    child = started
    await Promise.race([answers(port), failed])
  }

  async function kill(): Promise<void> {
    const running = child
    child = null
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return { url: `nats://127.0.0.1:${port}`, kill, start, stop: kill }
}

/** Resolves once the server greets a client. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isGreeted = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isGreeted) return
    await sleep(20)
  }
}

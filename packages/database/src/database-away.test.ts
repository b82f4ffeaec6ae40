import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** Connects when its process has no descriptor left, and prints what the error is taken for. */
const EXHAUSTED = `
  import { openSync } from 'node:fs'
  import pg from 'pg'
  import { isDatabaseAway, isOutOfDescriptors } from './database-away.ts'
  const client = new pg.Client({ host: '127.0.0.1', port: Number(process.env.LISTENER), user: 'nobody' })
  client.on('error', () => undefined)
  try {
    while (true) openSync('/dev/null')
  } catch {}
  const error = await client.connect().then(() => null, (error) => error)
  console.log(JSON.stringify({ code: error?.code, isAway: isDatabaseAway(error), isOut: isOutOfDescriptors(error) }))
  process.exit(0)
`

it('A process without descriptors does not take the database that listens for a dead one', async () => {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    // The module of the product is read by Node itself, as in production.
    const command = 'ulimit -n 64 && exec "$0" "$@"'
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', EXHAUSTED]
    const env = { PATH: process.env['PATH'], LISTENER: String(port) }
    const child = spawn('sh', ['-c', command, ...node], { cwd: import.meta.dirname, env })
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(problems).toBe('')
    expect(JSON.parse(out)).toEqual({ code: 'EMFILE', isAway: false, isOut: true })
  } finally {
    listener.close()
  }
})

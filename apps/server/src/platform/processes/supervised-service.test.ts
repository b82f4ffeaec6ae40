import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { isDead } from '../leases/host-identity.ts'
import type { ServiceDefinition } from './process-definition.ts'
import { SupervisedService } from './supervised-service.ts'
import type { ServiceCommand } from './testing/service-main.ts'

const GREETER: ServiceDefinition<ServiceCommand, string> = {
  name: 'greeter',
  entry: new URL('testing/service-main.ts', import.meta.url),
  limits: { heapMb: 64, silenceMs: 20_000 },
}

let service: SupervisedService<ServiceCommand, string> | null = null
const events: string[] = []
const ends: string[] = []
afterEach(async () => {
  await service?.stop()
  events.length = 0
  ends.length = 0
})

function start(silenceMs = 20_000): SupervisedService<ServiceCommand, string> {
  service = new SupervisedService<ServiceCommand, string>(
    { ...GREETER, limits: { ...GREETER.limits, silenceMs } },
    {
      onStart: (send) => send({ do: 'greet', name: 'start' }),
      onEvent: (event) => events.push(event),
      logger: { warn: (fields) => ends.push((fields as { err: { reason: string } }).err.reason) },
    },
  )
  return service
}

const greetings = (): Promise<void> => expect.poll(() => events.length).toBeGreaterThan(0)

it('a service receives commands and sends events', async () => {
  const one = start()
  await greetings()
  expect(one.send({ do: 'greet', name: 'again' })).toBe(true)
  await expect.poll(() => events.at(-1)).toBe(`hello again from ${one.pid}`)
})

it.each([
  ['exits', (one: SupervisedService<ServiceCommand, string>) => void one.send({ do: 'exit' }), 'crash'],
  ['is killed', ({ pid }: { pid: number | undefined }) => void process.kill(pid as number, 'SIGKILL'), 'crash'],
  ['is suspended', ({ pid }: { pid: number | undefined }) => void process.kill(pid as number, 'SIGSTOP'), 'silence'],
  ['blocks', (one: SupervisedService<ServiceCommand, string>) => void one.send({ do: 'block' }), 'silence'],
])('a service that %s is started again and told what it must know', async (_, harm, reason) => {
  const one = start(reason === 'silence' ? 3_000 : 20_000)
  await greetings()
  const before = one.pid
  events.length = 0
  harm(one)
  await greetings()
  expect(ends).toEqual([reason])
  expect(one.pid).not.toBe(before)
})

it('a stopped service is not started again', async () => {
  const one = start()
  await greetings()
  await one.stop()
  expect(one.pid).toBeUndefined()
  expect(one.send({ do: 'greet', name: 'nobody' })).toBe(false)
  expect(ends).toEqual([])
})

it('a service whose work never ends does not outlive its server', async () => {
  const owner = fork(new URL('testing/owner-main.ts', import.meta.url), { execArgv: [] })
  const [{ pid }] = (await once(owner, 'message')) as [{ pid: number }]
  // Its first beat.
  await once(owner, 'message')
  owner.kill('SIGKILL')
  await expect.poll(() => isDead(pid)).toBe(true)
})

it('a service of a bundled server starts from its bundle, and from its sources if a newer build has removed that', async () => {
  const [, program = ''] = process.argv
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-bundle-'))
  const beside = join(folder, 'processes', 'greeter')
  mkdirSync(beside, { recursive: true })
  writeFileSync(
    join(beside, 'main.js'),
    `process.on('disconnect', () => process.exit())
     process.send({ kind: 'event', event: 'hello from the bundle' })`,
  )
  try {
    process.argv[1] = join(folder, 'server.js')
    const one = start()
    await greetings()
    expect(events).toEqual(['hello from the bundle'])
    rmSync(folder, { recursive: true })
    process.kill(one.pid as number, 'SIGKILL')
    await expect.poll(() => events.at(-1)).toMatch('hello start from')
  } finally {
    process.argv[1] = program
    rmSync(folder, { recursive: true, force: true })
  }
})

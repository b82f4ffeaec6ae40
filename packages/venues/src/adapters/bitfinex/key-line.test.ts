import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../../wire/virtual-clock.ts'
import { KeyLine } from './key-line.ts'

const NOON = Date.UTC(2026, 10, 25, 12)

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-nonces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, '.nonces', 'key')
}

const nonceOf = async (line: KeyLine): Promise<number> => Number(await line.send(false, async (nonce) => nonce))

it('gives no nonce that is not larger than all before it, after a restart with a clock that was set back', async () => {
  const file = fileOf()
  const clock = new VirtualClock(NOON)
  const line = new KeyLine(clock, file)
  const first = await nonceOf(line)
  const second = await nonceOf(line)
  expect(second).toBeGreaterThan(first)
  const restarted = new KeyLine(new VirtualClock(NOON - 86_400_000), file)
  expect(await nonceOf(restarted)).toBeGreaterThan(second)
})

it('is ahead of a file that was restored from a backup', async () => {
  const file = fileOf()
  const clock = new VirtualClock(NOON)
  await nonceOf(new KeyLine(clock, file))
  const backup = readFileSync(file, 'utf8')
  clock.advanceTo(NOON + 1_000)
  const last = await nonceOf(new KeyLine(clock, file))
  writeFileSync(file, backup)
  clock.advanceTo(NOON + 1_001)
  expect(await nonceOf(new KeyLine(clock, file))).toBeGreaterThan(last)
})

it('leaps further each time that the venue knows a larger nonce', async () => {
  const line = new KeyLine(new VirtualClock(NOON), null)
  const leaps: number[] = []
  for (let count = 0; count < 3; count += 1) {
    const before = await nonceOf(line)
    line.raise()
    leaps.push(Math.round((await nonceOf(line)) / 1e6 - before / 1e6))
  }
  expect(leaps).toEqual([1, 60, 3_600])
})

it('sends one after the other, what is urgent first, and waits for no answer for longer than two seconds', async () => {
  const clock = new VirtualClock(NOON)
  const line = new KeyLine(clock, null)
  const sent: string[] = []
  const send = (name: string, isUrgent: boolean): void =>
    void line.send(isUrgent, () => {
      sent.push(name)
      return new Promise(() => {})
    })
  send('a reading', false)
  send('another reading', false)
  send('a closing', true)
  await Promise.resolve()
  expect(sent).toEqual(['a reading'])
  for (const names of [
    ['a reading', 'a closing'],
    ['a reading', 'a closing', 'another reading'],
  ]) {
    clock.advanceTo(clock.now() + 2_000)
    await expect.poll(() => sent).toEqual(names)
  }
})

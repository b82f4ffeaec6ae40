import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ended } from './in-process.fixture.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'tradeloom')

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-program-'))
  const rows = Array.from({ length: 8 }, (_, minute) => `2024-01-02 00:0${minute}:00,1.1,1.1,1.1,1.1`)
  writeFileSync(join(dir, 'eurusd.csv'), `time,open,high,low,close\n${rows.join('\n')}\n`)
  writeFileSync(
    join(dir, 'buy.js'),
    'function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000 }) }',
  )
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function start(...args: string[]) {
  return spawn(PROGRAM, args, { cwd: dir, env: { ...process.env, TRADELOOM_DATA: join(dir, 'data') } })
}

/** The program as a user starts it; the other tests run commands in process. */
async function run(...args: string[]): Promise<Ended> {
  const child = start(...args)
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.toArray())
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout: ((await stdout) ?? []).join(''), stderr: ((await stderr) ?? []).join('') }
}

describe('bin/tradeloom', () => {
  it('writes results to standard output and exits with 0', async () => {
    const files = ['--file', 'eurusd.csv', '--format', 'csv', '--interval', 'M1']
    const { status, stdout, stderr } = await run('backtest', '--script', 'buy.js', ...files, '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ positions: [{ direction: 'LONG', quantity: 1000 }] })
  })

  it('writes errors to standard error and exits with 1', async () => {
    const { status, stdout, stderr } = await run('backtest', '--script', 'nowhere.js', '--file', 'eurusd.csv')
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: 'nowhere.js: no such file\n' })
  })

  it('lists its commands and exits with 0', async () => {
    const { status, stdout } = await run('--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/import [^]*instruments [^]*backtest [^]*metrics /)
  })

  it('exits with 0 when the reader closes the pipe early', async () => {
    const child = start('metrics', '--help')
    child.stdout.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

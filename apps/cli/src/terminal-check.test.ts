import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SAMPLES = join(ROOT, 'tests', 'lookahead-samples')
const REAL_FILE = join(ROOT, '..', 'shared', 'data', 'fx', 'eurusd-m1-mt5', 'EURUSD_M1_2024_02.csv')
if (!existsSync(REAL_FILE)) console.warn('../shared/data is absent: checks over real data are skipped.')

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-terminal-check-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function check(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'bin', 'tradeloom'), ['check', ...args], {
    encoding: 'utf8',
    env: { ...process.env, TRADELOOM_DATA: join(dir, 'data') },
  })
  return { status, stdout, stderr }
}

function written(text: string): string {
  const file = join(dir, 'script.js')
  writeFileSync(file, text)
  return file
}

describe('check', () => {
  it('ends with 0 for a clean script and lists every proof', () => {
    const { status, stdout, stderr } = check('--script', join(SAMPLES, 'unbiased', 'two-intervals.js'))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const proof of ['state', 'cut', 'dates', 'prices', 'schedule', 'start', 'warm-up', 'repaint'])
      expect(stdout).toMatch(new RegExp(`^(passed|skipped) +${proof} `, 'm'))
    expect(stdout).toMatch(/^Verdict +clean/m)
  })

  it('ends with 1 for one that lies, with its place and the line itself', () => {
    const file = join(SAMPLES, 'biased', 'flickering-rsi.js')
    const { status, stdout } = check('--script', file)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Verdict +repaints/m)
    expect(stdout).toContain(`${file}:6:24: repaints`)
    expect(stdout).toContain('> const now = strength.forming')
  })

  it('prints one JSON object, the same for the same seed', () => {
    const file = join(SAMPLES, 'biased', 'level-of-obv.js')
    const first = check('--script', file, '--seed', '3', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({
      verdict: 'unstable-warm-up',
      findings: [{ kind: 'unstable-warm-up', line: 7, source: expect.stringContaining('volume.value()') }],
    })
    expect(check('--script', file, '--seed', '3', '--json')).toEqual(first)
  })

  it('ends with 1 and says why when nothing could be proved', () => {
    const { status, stdout } = check('--script', written('function onIntervalClose() {}'))
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Verdict +not-run: The script placed no orders/m)
  })

  it('ends with 2 and one clear line for bad input', () => {
    const good = written('function onIntervalClose() { buy({ quantity: 1 }) }')
    const cases: [string[], RegExp][] = [
      [['--script', join(dir, 'none.js')], /no such file/],
      [['--script', good, '--interval', 'M7'], /--interval M7 is none of/],
      [['--script', good, '--seed', 'x'], /--seed x/],
      [['--script', good, '--set', 'a=1'], /no external of that name/],
      [['--script', good, '--from', '2024-01-01'], /--from goes with/],
      [['--script', good, '--instrument', 'EURUSD:NOWHERE'], /no market data/],
      [['--script', good, '--file', join(dir, 'none.csv')], /--format/],
    ]
    for (const [args, text] of cases) {
      const { status, stderr, stdout } = check(...args)
      expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(text)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    const throwing = check('--script', written('function onIntervalClose() {\n  throw new Error("mine")\n}'))
    expect(throwing).toMatchObject({ status: 2, stderr: expect.stringMatching(/script\.js:2:\d+: mine/) })
  })

  it.skipIf(!existsSync(REAL_FILE))('checks over files', () => {
    const script = join(SAMPLES, 'unbiased', 'average-cross.js')
    const { status, stdout } = check('--script', script, '--file', REAL_FILE, '--format', 'mt5')
    expect(stdout).toMatch(/^Sample +EURUSD:FILE, 2024-02-\d+ to 2024-02-28, M15/m)
    expect(status).toBe(0)
  })
})

import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'

const filter = seccompFilter(process.arch)
const works = filter !== null && spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0
if (!works) console.info('bubblewrap does not work here: the system call filter is not tested')

/** What a Node program prints under the filter. */
function run(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-seccomp-'))
  const file = join(folder, 'filter.bpf')
  writeFileSync(file, filter ?? '')
  const descriptor = openSync(file, 'r')
  try {
    const args = ['--ro-bind', '/', '/', '--dev', '/dev', '--seccomp', '3', '--', process.execPath, '-e', code]
    const { stdout, stderr } = spawnSync('bwrap', args, {
      stdio: ['ignore', 'pipe', 'pipe', descriptor],
      encoding: 'utf8',
    })
    return stdout.trim() || stderr
  } finally {
    closeSync(descriptor)
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!works)('the system call filter', () => {
  it('lets Node run, including threads', () => {
    const code = `new (require('worker_threads').Worker)('process.exitCode = 0', { eval: true }).on('exit', (code) => console.log('exit', code))`
    expect(run(code)).toBe('exit 0')
  })

  it('refuses new processes', () => {
    expect(run(`console.log(require('child_process').spawnSync('true').error?.code)`)).toBe('EPERM')
  })

  it('refuses connections', () => {
    const code = `require('net').connect(9, '127.0.0.1').on('error', (error) => console.log(error.code))`
    expect(run(code)).toBe('EPERM')
  })
})

describe('a machine without a list of calls', () => {
  it('has no filter', () => {
    expect(seccompFilter('sparc')).toBeNull()
  })
})

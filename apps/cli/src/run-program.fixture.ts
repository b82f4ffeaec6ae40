import { spawn } from 'node:child_process'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'tradeloom')

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `bin/tradeloom` in a folder of the test's own, with its data folder there too. */
export function runProgram(dir: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TRADELOOM_DATA: join(dir, 'data') }
    const child = spawn(PROGRAM, args, { cwd: dir, env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

/** Benchmarks are not part of the product: they have their own folder and processes. */
const ENTRY = join(import.meta.dirname, '../../../../tests/bench/main.ts')

export function addBench(command: Command, terminal: Terminal): void {
  command
    .argument('[name...]', 'loop, grademark, indicators, ticks, many, loading, sandbox, start; default: all')
    .option('--json', 'print a single JSON object and nothing else')
    .action((names: string[], options: { readonly json?: boolean }) => bench(names, options, terminal))
}

async function bench(
  names: readonly string[],
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', ENTRY, ...names, ...(json === true ? ['--json'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  terminal.status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

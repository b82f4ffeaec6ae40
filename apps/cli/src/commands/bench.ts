import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'

/** The benches are no part of what runs for traders: they live in a folder of their own and in processes of their own. */
const ENTRY = join(import.meta.dirname, '../../../../tests/bench/main.ts')

export function registerBench(program: Command): void {
  program
    .command('bench')
    .description('Measure the speed of engine, indicators, data and sandbox on this machine, as ratios within one run')
    .argument('[name...]', 'loop, grademark, indicators, ticks, many, loading, sandbox; all when left out')
    .option('--json', 'print one JSON object and nothing else')
    .action(bench)
}

async function bench(names: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', ENTRY, ...names, ...(json === true ? ['--json'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

import { readdirSync, readFileSync } from 'node:fs'

/** Kills a process below this one by the name of its folder; `runner` stands for what `sessions` has started. */
export function signalProcess(name: string, signal: NodeJS.Signals = 'SIGKILL'): number {
  return processesOf(name).filter((pid) => sendSignal(pid, signal)).length
}

/** Processes below this one by the name of their folder. */
export function processesOf(name: string): number[] {
  const isOf = (folder: string) => (pid: number) => read(`/proc/${pid}/cmdline`).includes(`processes/${folder}/main`)
  const below = processesBelow(process.pid)
  if (name !== 'runner') return below.filter(isOf(name))
  const owners = below.filter(isOf('sessions'))
  return below.filter((pid) => ancestors(pid).some((one) => owners.includes(one)))
}

/** All that a process has started, and what that has started. */
export function processesBelow(owner: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => ancestors(pid).includes(owner))
}

/** False if it is gone: a runner ends with the process that it runs in. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function ancestors(pid: number): number[] {
  const status = read(`/proc/${pid}/stat`)
  const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  return parent > 1 ? [parent, ...ancestors(parent)] : []
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

import { readdirSync, readFileSync } from 'node:fs'

/** Kills a process below this one by the name of its folder; `runner` stands for what `sessions` has started. */
export function signalProcess(name: string, signal: NodeJS.Signals = 'SIGKILL'): number {
  return processesOf(name).filter((pid) => send(pid, signal)).length
}

/** Processes below this one by the name of their folder. */
export function processesOf(name: string): number[] {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
  const isOf = (folder: string) => (pid: number) =>
    ancestors(pid).includes(process.pid) && read(`/proc/${pid}/cmdline`).includes(`processes/${folder}/main`)
  if (name !== 'runner') return all.filter(isOf(name))
  const owners = all.filter(isOf('sessions'))
  return all.filter((pid) => ancestors(pid).some((one) => owners.includes(one)))
}

/** False if it is gone: a runner ends with the process that it runs in. */
function send(pid: number, signal: NodeJS.Signals): boolean {
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

import { spawnSync } from 'node:child_process'
import { descendants } from '../descendants.ts'

/** Keeps a server and whatever it has started on one core. */
export function onOneCore(serverPid: number): void {
  for (const pid of [serverPid, ...descendants(serverPid)]) spawnSync('taskset', ['-a', '-p', '-c', '0', String(pid)])
}

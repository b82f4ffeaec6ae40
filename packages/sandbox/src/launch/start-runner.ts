import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { type LaunchCommand, launchEnvironment } from './launch-command.ts'

/** Starts the process of a runner. */
export function startRunner({ command, args, seccomp }: LaunchCommand): ChildProcess {
  const filter = seccomp === null ? null : openSync(seccomp, 'r')
  try {
    const more = filter === null ? [] : [filter]
    return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...more], env: launchEnvironment() })
  } finally {
    // The runner has its own copy.
    if (filter !== null) closeSync(filter)
  }
}

import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Bundles } from '../bundle/bundles-in.ts'
import type { RunnerFiles } from '../runner/engine-code.ts'

/**
 * How the operating system confines a runner, best first. At every level the script runs in an isolate and under Node's
 * permission model.
 * - bwrap: own user, process, network and file name spaces; only libraries, the program and the data are visible,
 *   and a filter refuses the system calls that no runner needs.
 * - setpriv: another user without any rights; needs root to start, the network stays open.
 * - plain: the server's own user.
 */
export const SANDBOX_LEVELS = ['bwrap', 'setpriv', 'plain'] as const
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number]

export interface LaunchCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The system call filter, to be passed as descriptor SECCOMP_DESCRIPTOR. */
  readonly seccomp: string | null
}

/** After the three standard descriptors and the channel to the parent. */
const SECCOMP_DESCRIPTOR = 4

/** The user `nobody` on every Linux: in a namespace of users of its own it is nobody else. */
const NOBODY = '65534'
/** Nobody but runners: PostgreSQL of a server that root runs is `nobody`, and users reach what is theirs. */
const RUNNERS = '65533'
/** Bytes of address space. A runner starts with 1.6 GB; memory attacks reach this limit at the latest. */
const ADDRESS_SPACE = 4 * 1024 ** 3

/** The command that starts a runner at a level, for this machine. */
export function launchCommand(level: SandboxLevel, bundles: Bundles, readable: readonly string[]): LaunchCommand {
  const files: RunnerFiles = {
    binary: isolateBinary(),
    engine: bundles.engine,
    cachedData: bundles.cachedData,
    readable: readable.map((folder) => realpathSync(folder)),
  }
  const node = [process.execPath, ...nodeArguments(bundles, files), JSON.stringify(files)]
  const limited = existsSync('/usr/bin/prlimit') ? ['/usr/bin/prlimit', ...limits(), '--', ...node] : node
  const whole =
    level === 'bwrap' ? bubblewrap(limited, bundles, files) : level === 'setpriv' ? setpriv(limited) : limited
  const [command = process.execPath, ...args] = whole
  return { command, args, seccomp: level === 'bwrap' ? bundles.seccomp : null }
}

/** The only environment variables of runners. */
export function launchEnvironment(): Record<string, string> {
  // The isolate takes its time zone from the process.
  return { TZ: 'UTC' }
}

function nodeArguments(bundles: Bundles, files: RunnerFiles): string[] {
  const readable = [`${bundles.folder}/*`, files.binary, ...files.readable.map((folder) => `${folder}/*`)]
  return [
    '--permission',
    '--allow-addons',
    // Outer folders first: in the other order Node refuses the outer folder itself.
    ...readable.sort((a, b) => a.length - b.length).map((path) => `--allow-fs-read=${path}`),
    // Required by isolated-vm.
    '--no-node-snapshot',
    '--no-warnings',
    // A young generation sized by the isolate's memory limit is so small that results are copied constantly.
    '--min-semi-space-size=4',
    '--max-semi-space-size=16',
    bundles.runner,
  ]
}

function limits(): string[] {
  return [`--as=${ADDRESS_SPACE}`, '--nofile=64', '--core=0']
}

function setpriv(command: readonly string[]): string[] {
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--ambient-caps=-all']
  return ['setpriv', `--reuid=${RUNNERS}`, `--regid=${RUNNERS}`, '--clear-groups', ...rights, '--', ...command]
}

function bubblewrap(command: readonly string[], bundles: Bundles, files: RunnerFiles): string[] {
  const visible = [process.execPath, bundles.folder, files.binary, ...files.readable]
  const prlimit = command[0] === '/usr/bin/prlimit' ? ['/usr/bin/prlimit'] : []
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    ...pairs({ '--cap-drop': 'ALL', '--uid': NOBODY, '--gid': NOBODY }),
    ...(bundles.seccomp === null ? [] : ['--seccomp', String(SECCOMP_DESCRIPTOR)]),
    ...['/lib', '/lib64', '/usr/lib', '/usr/lib64'].flatMap((path) => library(path)),
    ...pairs({ '--proc': '/proc', '--dev': '/dev', '--tmpfs': '/tmp' }),
    ...prlimit.concat(visible).flatMap((path) => ['--ro-bind', path, path]),
    ...pairs({ '--remount-ro': '/', '--chdir': '/' }),
    '--',
    ...command,
  ]
}

function pairs(options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flat()
}

function library(path: string): string[] {
  if (!existsSync(path)) return []
  if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path]
  return ['--ro-bind', path, path]
}

/** The native part of isolated-vm for this machine and this Node. */
export function isolateBinary(): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('isolated-vm')
  const build = createRequire(entry)('node-gyp-build') as { path(folder: string): string }
  return realpathSync(build.path(dirname(entry)))
}

// The entry point of all commands of this repository. It has no dependencies and runs on Node 18 or later: it installs
// the packages, including the pinned Node 24, and continues under that version.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentStamp } from './stamp.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const bin = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'

const TASKS = {
  install: () => node(['tools/programs/main.ts']),
  build: () => node(['tools/build.ts']),
  client: () => node(['tools/client.ts']),
  start: () => start(),
  test: (args) => test('fast', args),
  'test:full': (args) => test('full', args),
  lane: () => node(['tools/lanes/main.ts']),
  words: (args) => node(['tools/words/main.ts', ...args]),
  check: () => node(['tools/test.ts', '--only', 'static']),
  migration: (args) => node(['tools/migration.ts', ...args]),
  bench: (args) => node(['tests/bench/main.ts', ...args]),
  hostile: (args) => node(['tests/hostile/main.ts', ...args]),
  fuzz: ([requests = '50000', seed = '1']) => {
    Object.assign(process.env, { TRADELOOM_FUZZ_REQUESTS: requests, TRADELOOM_FUZZ_SEED: seed })
    return node(['node_modules/vitest/vitest.mjs', 'run', 'tests/fuzz'])
  },
  pictures: (args) => pictures(args),
  faults: (args) => node(['tests/e2e/faults/main.ts', ...args]),
}

const [task, ...args] = process.argv.slice(2)
if (!task || !Object.hasOwn(TASKS, task)) fail(`Usage: node tools/run.mjs ${Object.keys(TASKS).join(' | ')}`)
if (task === 'start' && args.length > 0) {
  fail(
    `start takes no options (${args.join(' ')}): set variables, as in PORT=7071 npm start; docs/configuration.md lists them.`,
  )
}
installPackages()
generateFiles()
process.exitCode = (await TASKS[task](args)) ?? 0

/** Installs the packages of the lockfile unless they are installed already. */
function installPackages() {
  const stamp = join(root, 'node_modules', '.tradeloom-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing packages (only the first time, and after an update) ...')
  const npx = windows ? 'npx.cmd' : 'npx'
  const code = run(npx, ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    // standard output belongs to the command itself.
    stdio: ['ignore', 2, 2],
    shell: windows,
    env: { ...process.env, CI: 'true' },
  })
  if (code !== 0) fail('The packages could not be installed; see the messages above.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Generates derived files unless their sources are unchanged. */
function generateFiles() {
  if (currentStamp(join(root, '.cache', 'generated.json')) !== null) return
  if (run(nodePath(), ['tools/generate.ts'], { stdio: ['ignore', 2, 2] }) !== 0) fail('Files could not be generated.')
}

/** Node 24 from the lockfile; on platforms without a build of it, the running Node if it is recent enough. */
function nodePath() {
  // The binary itself: the script in `.bin` would not forward signals.
  const file = windows ? 'node.exe' : 'node'
  const packaged = join(root, 'node_modules', `node-${windows ? 'win' : process.platform}-${process.arch}`, 'bin', file)
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail('Tradeloom needs Node 24 here: no packaged build of it exists for this platform.')
}

/**
 * The server must not outlive the command that started it; otherwise the next start would find its port and data folder
 * in use.
 */
function start() {
  endWithNpm()
  const isBuilt = ['apps/web', 'packages/client'].every(
    (folder) => currentStamp(join(root, folder, 'dist', '.sources')) !== null,
  )
  if (!isBuilt && run(nodePath(), ['tools/build.ts'], { stdio: ['ignore', 2, 2] }) !== 0) return 1
  // The channel closes when this process ends for any reason, and the server then stops.
  return node(['tools/programs/launch.mjs', 'server'], ['inherit', 'inherit', 'inherit', 'ipc'])
}

/**
 * npm runs a shell that runs this program, and a shell that is killed notifies nobody. So this watches the processes
 * between itself and npm and exits, with everything it has started, when one of them is gone. Without npm nothing is
 * watched: a server that was put in the background on purpose keeps running.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const above = ancestorsUpToNpm(parent)
  setInterval(() => {
    if (process.ppid === parent && above.every(([pid, began]) => beginOf(pid) === began)) return
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

/** Process id and start time of each process from `pid` up to npm; empty if the system does not provide them. */
function ancestorsUpToNpm(pid) {
  const found = []
  for (let at = pid; at > 1 && found.length < 5;) {
    const fields = statusOf(at)
    if (!fields) return []
    found.push([at, fields[19]])
    if (/\b(p?npm|npx|yarn)\b/.test(commandOf(at)) && at !== pid) return found
    at = Number(fields[1])
  }
  return found.slice(0, 1)
}

function beginOf(pid) {
  const fields = statusOf(pid)
  return fields === null || fields[0] === 'Z' ? null : fields[19]
}

/** The fields of /proc/<pid>/stat after the name. */
function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Runs the fast lane or all tests: see tools/lanes/lane.ts. */
function test(lane, args) {
  installSystemPackages()
  process.env.TRADELOOM_LANE = lane
  return node(['tools/test.ts', ...args])
}

/** Pictures of every page and dialog, to look at. */
function pictures(args) {
  installSystemPackages()
  return node(['tests/e2e/pictures.ts', ...args])
}

/** Runs a program until it exits; signals that end this process end it too. */
function node(args, stdio = 'inherit') {
  const child = spawn(nodePath(), args, { cwd: root, stdio, env: { ...process.env, PATH: path() } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Installs Debian's Chromium, with and without windows, bubblewrap and nats-server for tests, if possible. */
function installSystemPackages() {
  const missing = [
    ['chromium', '/usr/bin/chromium'],
    ['chromium-headless-shell', '/usr/bin/chromium-headless-shell'],
    ['bubblewrap', '/usr/bin/bwrap'],
    ['nats-server', '/usr/sbin/nats-server'],
  ].filter(([, file]) => !existsSync(file))
  if (missing.length === 0) return
  const names = missing.map(([name]) => name)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Not installed: ${names.join(', ')}. Install them; tests that need them will fail.`)
    return
  }
  console.error(`Installing ${names.join(', ')} ...`)
  const quiet = { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  run('apt-get', ['update', '-qq'], quiet)
  if (run('apt-get', ['install', '-y', '-qq', ...names], quiet) !== 0) console.error('apt-get failed.')
}

function run(command, args, options) {
  const result = spawnSync(command, args, {
    cwd: root,
    ...options,
    env: { ...(options.env ?? process.env), PATH: path() },
  })
  if (result.error) fail(`${command}: ${result.error.message}`)
  return result.status ?? 1
}

function path() {
  return `${bin}${windows ? ';' : ':'}${process.env.PATH}`
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UserError } from '@tradeloom/domain'
import type { Command } from 'commander'
import { pull } from '../algorithm-folder/pull.ts'
import { push } from '../algorithm-folder/push.ts'
import { ServerSession } from '../algorithm-folder/server-session.ts'
import type { Terminal } from '../terminal.ts'

interface LoginOptions {
  readonly server: string
  readonly user: string
}

const DEFAULT_SERVER = 'http://127.0.0.1:7070'

export function addAlgorithm(command: Command, terminal: Terminal): void {
  const pulling = command
    .command('pull')
    .description('Write an algorithm with its versions to a folder')
    .argument('<algorithm>', 'name or id of one of your algorithms')
    .argument('[dir]', 'folder', '.')
    .option('--force', 'discard changes of script.ts')
  addLoginOptions(pulling).action((wanted: string, dir: string, options: LoginOptions & { force?: boolean }) =>
    withSession(options, async (session) => {
      terminal.out(`Pulled ${await pull(session, wanted, resolve(dir), options.force === true)}\n`)
    }),
  )
  const pushing = command
    .command('push')
    .description('Save script.ts of a folder as the next version of its algorithm')
    .argument('[dir]', 'folder', '.')
    .option('-m, --message <text>', 'message of the version', '')
  addLoginOptions(pushing).action((dir: string, options: LoginOptions & { message: string }) =>
    withSession(options, async (session) => {
      const saved = await push(session, resolve(dir), options.message)
      terminal.out(saved === null ? 'Nothing to push: script.ts has no changes\n' : `Pushed ${saved}\n`)
    }),
  )
}

function addLoginOptions(command: Command): Command {
  return command
    .option('--server <url>', 'address of the server', process.env['TRADELOOM_SERVER'] ?? DEFAULT_SERVER)
    .requiredOption('--user <name>', 'user name or email; the password comes from TRADELOOM_PASSWORD or from a prompt')
}

async function withSession(
  { server, user }: LoginOptions,
  work: (session: ServerSession) => Promise<void>,
): Promise<void> {
  if (!URL.canParse(server))
    throw new UserError('invalid-input', `${server} is not an address such as ${DEFAULT_SERVER}`)
  const password = process.env['TRADELOOM_PASSWORD'] ?? (await askForPassword(user))
  const session = await ServerSession.open({ server, user, password })
  try {
    await work(session)
  } finally {
    await session.close()
  }
}

/** Reads it without showing it. */
async function askForPassword(user: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UserError('invalid-input', 'Set TRADELOOM_PASSWORD to the password')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(`Password of ${user}: `)
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
    process.stderr.write('\n')
  }
}

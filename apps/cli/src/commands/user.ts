import {
  accountLinkAddress,
  addAccountLink,
  addPasswordReset,
  type Drizzle,
  FACTORS_VALID_MS,
  FACTORS_WAIT_MS,
  factorsLinkMails,
  LOGIN_LINK_MS,
  findPeople,
  findPerson,
  newestMail,
  newId,
  type Person,
  recordAudit,
  resetLink,
  schema,
  setAdministrator,
} from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { Command } from 'commander'
import { addDataOption, addOutputOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'
import { AT_TERMINAL, withDatabase } from '../with-database.ts'

interface Options {
  readonly data?: string
  readonly json?: boolean
}

/** Works while the server is running and while it is not. */
export function addUser(user: Command, terminal: Terminal): void {
  addOutputOptions(user.command('list').description('List all users')).action((options: Options) =>
    withDatabase(options, (db) => list(db, options, terminal)),
  )
  const resetting = user
    .command('reset')
    .description('Print a link with which a user can choose a new password, once and within an hour')
    .argument('<user>', 'user name or email address')
  addOutputOptions(resetting).action((name: string, options: Options) =>
    withDatabase(options, (db) => reset(db, name, options, terminal)),
  )
  const removing = user
    .command('remove-factors')
    .description('Print a link that removes two-factor login and passkeys of a user who has lost them, once')
    .argument('<user>', 'user name or email address')
  addOutputOptions(removing).action((name: string, options: Options) =>
    withDatabase(options, (db) => removeFactors(db, name, options, terminal)),
  )
  const entering = user
    .command('login-link')
    .description('Print a link with which a user logs in without a password, once and within an hour')
    .argument('<user>', 'user name or email address')
  addOutputOptions(entering).action((name: string, options: Options) =>
    withDatabase(options, (db) => makeLoginLink(db, name, options, terminal)),
  )
  const appointing = user
    .command('admin')
    .description('Make a user an administrator')
    .argument('<user>', 'user name or email address')
    .option('--remove', 'make the user a regular one again')
  addDataOption(appointing).action((name: string, options: Options & { readonly remove?: boolean }) =>
    withDatabase(options, (db) => appoint(db, name, options.remove !== true, terminal)),
  )
  addOutputOptions(user.command('outbox').description('Show mail to users that no mail server has sent')).action(
    (options: Options) => withDatabase(options, (db) => showOutbox(db, options, terminal)),
  )
}

async function list(db: Drizzle, { json }: Options, terminal: Terminal): Promise<void> {
  const people = await findPeople(db, { now: Date.now() })
  if (json === true) {
    terminal.out(`${JSON.stringify({ users: people })}\n`)
    return
  }
  if (people.length === 0) terminal.err('No users yet\n')
  const [nameWidth, emailWidth] = [widthOf(people, 'username'), widthOf(people, 'email')]
  for (const { username, email, isAdmin, packageId, createdAt, lastLoginAt, algorithmCount } of people) {
    const cells = [
      username.padEnd(nameWidth),
      email.padEnd(emailWidth),
      `package ${packageId}`,
      `registered ${minute(createdAt)}`,
      `last login ${lastLoginAt === null ? 'never' : minute(lastLoginAt)}`,
      `${algorithmCount} algorithm(s)${isAdmin ? ', administrator' : ''}`,
    ]
    terminal.out(`${cells.join('  ')}\n`)
  }
}

async function reset(db: Drizzle, name: string, { json }: Options, terminal: Terminal): Promise<void> {
  const { id } = await personOf(db, name)
  const { key, expires } = await addPasswordReset(db, id, Date.now())
  await recordAudit(db, { ...AT_TERMINAL, action: 'password-link-made', object: id, detail: {} })
  const link = resetLink(serverUrl(), key)
  if (json === true) terminal.out(`${JSON.stringify({ link, expires })}\n`)
  else terminal.out(`${link}\n`)
  if (json !== true) terminal.err(`Valid once, until ${minute(expires)} UTC\n`)
}

async function makeLoginLink(db: Drizzle, name: string, { json }: Options, terminal: Terminal): Promise<void> {
  const { id: userId } = await personOf(db, name)
  const wanted = { userId, purpose: 'login', email: null, validMs: LOGIN_LINK_MS, usableInMs: 0 } as const
  const { key, expires } = await addAccountLink(db, { ...wanted, now: Date.now() })
  await recordAudit(db, { ...AT_TERMINAL, action: 'login-link-made', object: userId, detail: {} })
  const link = accountLinkAddress(serverUrl(), 'login', key)
  if (json === true) terminal.out(`${JSON.stringify({ link, expires })}\n`)
  else terminal.out(`${link}\n`)
  if (json !== true)
    terminal.err(
      `Valid once, until ${minute(expires)} UTC. Users with two-factor login still need their second factor.\n`,
    )
}

async function removeFactors(db: Drizzle, name: string, { json }: Options, terminal: Terminal): Promise<void> {
  const { id: userId, username } = await personOf(db, name)
  // Where strangers register, the user has a day to object.
  const usableInMs = process.env['TRADELOOM_PROFILE'] === 'hosted' ? FACTORS_WAIT_MS : 0
  const wanted = { userId, purpose: 'remove-factors', email: null, validMs: FACTORS_VALID_MS } as const
  const { key, usable, expires } = await db.transaction(async (tx) => {
    const made = await addAccountLink(tx, { ...wanted, now: Date.now(), usableInMs })
    const mails = await factorsLinkMails(tx, { id: userId, username }, made.usable, Date.now())
    // A running server sends it within a minute, if it can.
    const rows = mails.map((mail) => ({ id: newId(), ...mail, expiresAt: made.expires }))
    await tx.insert(schema.mailOutbox).values(rows)
    return made
  })
  await recordAudit(db, { ...AT_TERMINAL, action: 'factors-link-made', object: userId, detail: {} })
  const link = accountLinkAddress(serverUrl(), 'remove-factors', key)
  if (json === true) terminal.out(`${JSON.stringify({ link, usable, expires })}\n`)
  else terminal.out(`${link}\n`)
  if (json !== true) terminal.err(`Valid once, from ${minute(usable)} until ${minute(expires)} UTC\n`)
}

async function appoint(db: Drizzle, name: string, isAdmin: boolean, terminal: Terminal): Promise<void> {
  const { id, username } = await personOf(db, name)
  if (!(await setAdministrator(db, id, isAdmin))) {
    throw new UserError('conflict', `${username} is the last administrator: make another user an administrator first`)
  }
  await recordAudit(db, { ...AT_TERMINAL, action: 'user-changed', object: id, detail: { isAdmin } })
  terminal.err(`${username} is ${isAdmin ? 'now an administrator' : 'no longer an administrator'}\n`)
}

async function showOutbox(db: Drizzle, { json }: Options, terminal: Terminal): Promise<void> {
  const mails = (await newestMail(db)).filter(({ sentAt, body }) => sentAt === null && body !== '')
  for (const { id } of mails) await recordAudit(db, { ...AT_TERMINAL, action: 'mail-read', object: id, detail: {} })
  if (json === true) {
    terminal.out(`${JSON.stringify({ mails })}\n`)
    return
  }
  if (mails.length === 0) terminal.err('No mail is waiting\n')
  for (const { recipient, subject, body, createdAt, error } of mails) {
    const problem = error === null ? '' : `Not sent: ${error}\n`
    terminal.out(`To: ${recipient}\nSubject: ${subject}\nDate: ${minute(createdAt)} UTC\n${problem}\n${body}\n`)
  }
}

async function personOf(db: Drizzle, name: string): Promise<Person> {
  const person = await findPerson(db, name, Date.now())
  if (!person) throw new UserError('invalid-input', `There is no user ${name}`)
  return person
}

/** How browsers reach the server, from the same settings as its own. */
function serverUrl(): string {
  const { PUBLIC_URL: url = '', HOST: host = '', PORT: port = '' } = process.env
  if (url !== '') return url
  const name = host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port === '' ? '7070' : port}`
}

function widthOf(people: readonly Person[], key: 'username' | 'email'): number {
  return Math.max(0, ...people.map((person) => person[key].length))
}

function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

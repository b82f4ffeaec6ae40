import type { Person } from '@tradeloom/database'
import type { Mail } from '../outbox/mail.ts'

export function resetMail({ username, email }: Pick<Person, 'username' | 'email'>, link: string): Mail {
  const lines = [
    `Hello ${username},`,
    '',
    'someone requested a new password for your Tradeloom account. To choose one, open this link within an hour:',
    '',
    link,
    '',
    'If it was not you, ignore this mail: your password stays as it is.',
  ]
  return { recipient: email, subject: 'Your new Tradeloom password', body: `${lines.join('\n')}\n` }
}

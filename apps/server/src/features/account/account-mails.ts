import type { Mail } from '../outbox/mail.ts'

interface Recipient {
  readonly username: string
  readonly email: string
}

function mail({ username, email }: Recipient, subject: string, ...paragraphs: readonly string[]): Mail {
  return { recipient: email, subject, body: `${[`Hello ${username},`, ...paragraphs].join('\n\n')}\n` }
}

export function verificationMail(to: Recipient, link: string): Mail {
  return mail(
    to,
    'Confirm your Tradeloom email address',
    'open this link within a day to confirm that this is the address of your Tradeloom account:',
    link,
    'If you have no such account, ignore this mail.',
  )
}

export function newAddressMail(to: Recipient, link: string): Mail {
  return mail(
    to,
    'Your new Tradeloom email address',
    'open this link within a day to use this address for your Tradeloom account:',
    link,
    'If you did not want that, ignore this mail: nothing changes.',
  )
}

export function oldAddressMail(to: Recipient, newAddress: string, link: string): Mail {
  return mail(
    to,
    'The email address of your Tradeloom account changes',
    `someone who was signed in to your account wants to use ${newAddress} instead of this address.`,
    'If this was not you, open this link within 7 days: this address remains yours, and every device is signed out. Then request a new password.',
    link,
  )
}

export function newDeviceMail(to: Recipient, browser: string, address: string): Mail {
  return mail(
    to,
    'New login to your Tradeloom account',
    `someone signed in to your account in a new browser: ${browser}, at ${address}.`,
    'If it was not you, change your password, and sign out everywhere else in the settings under Security.',
  )
}

export function factorsRemovedMail(to: Recipient): Mail {
  return mail(
    to,
    'Your second factor was removed',
    'the second factor and the passkeys of your Tradeloom account were removed with a link, and every device was signed out.',
    'If it was not you, ask for a new password at once.',
  )
}

import { endpoints } from '@tradeloom/contracts'
import addressParser from 'nodemailer/lib/addressparser'
import { expect, it } from 'vitest'

const FORMS = {
  register: (regEmail: string) => endpoints.register.body.safeParse({ ...REGISTRATION, regEmail }),
  registerWithIdentity: (regEmail: string) =>
    endpoints.registerWithIdentity.body.safeParse({ regUsername: 'ann', regEmail }),
  changeEmail: (email: string) => endpoints.changeEmail.body.safeParse({ email }),
  requestPasswordReset: (email: string) => endpoints.requestPasswordReset.body.safeParse({ email }),
}
const REGISTRATION = { regUsername: 'ann', regPassword: 'correct horse', regRepeatPassword: 'correct horse' }
const NONE = [
  'a@x.test>',
  '<a@x.test>',
  'Ann <a@x.test>',
  'a@x.test, b@x.test',
  'a@x.test;',
  'a(b)@x.test',
  'x:a@x.test;',
  'a@b@x.test',
  'a b@x.test',
  '"a"@x.test',
  'a@x',
  'a@x..test',
  '@x.test',
  'a@',
]

for (const [form, parse] of Object.entries(FORMS)) {
  it(`${form} takes what is one address, and nothing else`, () => {
    for (const address of ['ann@x.test', 'ann+tag@mail.x-y.test', "o'neil@x.test", 'ä@müller.test'])
      expect(parse(address).success, address).toBe(true)
    for (const text of NONE)
      expect(parse(text).error?.issues[0]?.message, text).toBe('The email you entered looks invalid')
  })
}

it('what a form takes is to the mailer that address, and no name beside it', () => {
  let taken = 0
  for (const text of disturbed('a@x.test')) {
    if (!FORMS.changeEmail(text).success) continue
    taken++
    expect(addressParser(text), text).toEqual([{ address: text.trim(), name: '' }])
  }
  expect(taken).toBeGreaterThan(100)
})

/** An address with any one or two of the characters that mean something to mailers, anywhere in it. */
function disturbed(address: string): string[] {
  const characters = [...'@.<>()[],;:"\\ \'+ä-']
  const withOne = (text: string) =>
    Array.from({ length: text.length + 1 }, (_, at) =>
      characters.map((character) => text.slice(0, at) + character + text.slice(at)),
    ).flat()
  return withOne(address).flatMap((text) => [text, ...withOne(text)])
}

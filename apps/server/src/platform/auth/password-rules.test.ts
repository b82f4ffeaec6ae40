import { expect, it } from 'vitest'
import { refuseWeakPassword } from './password-rules.ts'

const owner = { username: 'Alice.Smith', email: 'a.liddell@wonderland.example' }

it.each([
  'password',
  'Password1',
  '12345678',
  'qwertyuiop',
  'p@ssw0rd1',
  'iloveyou',
  'aaaaaaaaaa',
  'abcabcabc',
  'dragon12',
])('%s is too common', (password) =>
  expect(() => refuseWeakPassword(password, owner, 'regPassword')).toThrow('too easy to guess'),
)

it.each([
  'alice.smith',
  'Alice.Smith1',
  'alice-2024!',
  'smith-2024!',
  'liddell99',
  'wonderland!1',
  'Tradeloom',
  'Tradeloom2026!',
])('%s is made of names', (password) =>
  expect(() => refuseWeakPassword(password, owner, 'regPassword')).toThrow('must not be made of your name'),
)

it.each(['correct horse', 'hx8#kd92qL', 'smith of nine copper kettles', 'ünïcödé påßwörd'])('accepts %s', (password) =>
  expect(() => refuseWeakPassword(password, owner, 'regPassword')).not.toThrow(),
)

it('names the field and evaluates a long password quickly', () => {
  expect(() => refuseWeakPassword('password', owner, 'newPassword')).toThrow(
    expect.objectContaining({ status: 400, fields: { newPassword: expect.stringContaining('easy to guess') } }),
  )
  expect(() => refuseWeakPassword('abcdefgh'.repeat(32), owner, 'regPassword')).toThrow('easy to guess')
})

import { expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

it('finds the addresses in a text and leaves the punctuation of the sentence out', () => {
  expect(linkParts('See https://a.example/b?c=1, or (http://d.example).')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://a.example/b?c=1', href: 'https://a.example/b?c=1' },
    { text: ', or (', href: null },
    { text: 'http://d.example', href: 'http://d.example' },
    { text: ').', href: null },
  ])
})

it('makes no links of other protocols, and none of markup', () => {
  for (const text of ['javascript:alert(1)', '<b>bold</b>', 'https://', 'plain']) {
    expect(linkParts(text)).toEqual([{ text, href: null }])
  }
  expect(linkParts('')).toEqual([])
})

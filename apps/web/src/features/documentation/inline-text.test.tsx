import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InlineText } from './inline-text.tsx'

it('Emphasis of a guide has no asterisks on its page, and a product in a formula keeps them', () => {
  const { container } = render(
    <InlineText text="With *hedging* or **netting**, `a*b`: 2 * (b - a) * 3, x*y*z (*next open*)." onOpen={null} />,
  )
  expect(container.textContent).toBe('With hedging or netting, a*b: 2 * (b - a) * 3, x*y*z (next open).')
  expect([...container.querySelectorAll('em')].map(({ textContent }) => textContent)).toEqual(['hedging', 'next open'])
})

// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { writePrice } from './write-price.ts'

it.each([
  [61_837.63, 2, 2, ['61,837.', '63', ''], '61,837.63'],
  [61_800.5, 1, 0, ['61,8', '00', '.5'], '61,800.5'],
  [1.08412, 5, 4, ['1.08', '41', '2'], '1.08412'],
])(
  'writes %f with its thousands apart, in parts and for screen readers',
  (price, precision, pipPrecision, parts, whole) => {
    const element = document.createElement('button')
    element.innerHTML = `<span data-part="price"><i data-part="large"></i><i data-part="pips"></i><i data-part="babyPip"></i></span>`
    writePrice(element, price, { precision, pipPrecision }, true)
    expect([...element.querySelectorAll('i')].map(({ textContent }) => textContent)).toEqual(parts)
    expect(element.querySelector('span')?.getAttribute('aria-label')).toBe(whole)
  },
)

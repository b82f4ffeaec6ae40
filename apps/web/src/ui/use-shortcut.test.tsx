import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useShortcut } from './use-shortcut.ts'

interface PageProps {
  readonly keys: string
  readonly onPress: () => void
  readonly hasDialog?: boolean
}

function Page({ keys, onPress, hasDialog = false }: PageProps): ReactElement {
  useShortcut({ keys: [keys], does: 'Something' }, onPress)
  return (
    <>
      <button type="button">Button</button>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Choice" />
      <div role="textbox" aria-label="Script" />
      {hasDialog ? <div role="dialog" /> : null}
    </>
  )
}

it('hears a character everywhere but in fields that take text, and while no dialog is open', () => {
  const onPress = vi.fn()
  const { rerender } = render(<Page keys="?" onPress={onPress} />)
  const press = (element: Element): void => void fireEvent.keyDown(element, { key: '?', shiftKey: true })
  press(screen.getByRole('textbox', { name: 'Text' }))
  press(screen.getByRole('textbox', { name: 'Script' }))
  expect(onPress).not.toHaveBeenCalled()
  press(document.body)
  press(screen.getByRole('button'))
  press(screen.getByRole('checkbox'))
  expect(onPress).toHaveBeenCalledTimes(3)
  rerender(<Page keys="?" onPress={onPress} hasDialog />)
  press(document.body)
  expect(onPress).toHaveBeenCalledTimes(3)
})

it('hears keys with Ctrl in fields, too, and keeps the browser from acting on them', () => {
  const onPress = vi.fn()
  render(<Page keys="Mod+K" onPress={onPress} hasDialog />)
  const wasLeft = fireEvent.keyDown(screen.getByRole('textbox', { name: 'Text' }), { key: 'k', ctrlKey: true })
  expect([wasLeft, onPress.mock.calls.length]).toEqual([false, 1])
})

it('Takes a key that is pressed as soon as the page is painted', () => {
  const onPress = vi.fn<() => void>()
  function Keys(): null {
    useShortcut({ keys: ['?'], does: 'Help' }, onPress)
    return null
  }
  function Painted(): ReactElement {
    // After the effects of its parts that come before the paint, and before those that come after it.
    useLayoutEffect(() => void fireEvent.keyDown(document.body, { key: '?' }), [])
    return <Keys />
  }
  render(<Painted />)
  expect(onPress).toHaveBeenCalledOnce()
})

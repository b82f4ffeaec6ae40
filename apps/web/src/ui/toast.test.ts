import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { toastError, toastInfo, toastSuccess } from './toast.ts'

afterEach(() => notifications.clean())

/** What is shown or waits to be shown. */
function toasts() {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue]
}

const messages = () => toasts().map(({ message }) => message)

it('shows three messages at most: a newer one takes the place of the oldest', () => {
  for (const message of ['one', 'two', 'three', 'four', 'five']) toastSuccess(message)
  expect(messages()).toEqual(['three', 'four', 'five'])
})

it('keeps failures longer than anything else', () => {
  toastError('failed')
  for (const message of ['one', 'two', 'three']) toastInfo(message)
  expect(messages()).toEqual(['failed', 'two', 'three'])
  const [failure, info] = toasts()
  expect(Number(failure?.autoClose)).toBeGreaterThan(Number(info?.autoClose))
  toastSuccess('saved')
  expect(Number(failure?.autoClose)).toBeGreaterThan(Number(toasts().at(-1)?.autoClose))
})

it('drops the oldest failure when there are only failures', () => {
  for (const message of ['one', 'two', 'three', 'four']) toastError(message)
  expect(messages()).toEqual(['two', 'three', 'four'])
})

it('replaces a message about the same thing, which needs no room', () => {
  toastInfo('queued', 'run')
  toastSuccess('one')
  toastSuccess('two')
  toastSuccess('completed', 'run')
  expect(messages()).toEqual(['completed', 'one', 'two'])
})

/** How many notifications are unread: a number that the server sends to each page. */
export const UNREAD_KEY = ['unread-notifications']

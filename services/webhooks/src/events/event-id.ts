/** As it is stored: the same digits, without the prefix. PostgreSQL puts the hyphens in. */
export function uuidOfEvent(eventId: string): string {
  return eventId.slice('evt_'.length);
}

/** As it is stored: the same digits, without the prefix. */
export function uuidOfEvent(eventId: string): string {
  return eventId.replace(/^evt_/, '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

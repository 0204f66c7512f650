/** By this two titles are the same: however they are composed, spaced or capitalised. */
export const titleKey = (title: string): string =>
  title.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim();

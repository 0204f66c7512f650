import { isoSeconds } from '../../base/clock.ts';

/** Words before a time at which a limit is lifted. */
const lift = String.raw`(?:try again|retry|resets?|available again)`;
const unit = String.raw`(\d+(?:\.\d+)?)\s*(d|days?|h|hours?|hrs?|m|minutes?|mins?|s|seconds?|secs?|ms)(?![a-z])`;

const inPattern = new RegExp(String.raw`${lift}\s+(?:in|after)\s+((?:${unit}[\s,]*(?:and\s+)?)+)`, 'i');
const eachUnit = new RegExp(unit, 'gi');
const date = String.raw`(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?)`;
const time = String.raw`(?:(\d{1,2})(?::(\d{2}))?\s*(am|pm)|(\d{1,2}):(\d{2}))`;
const zone = String.raw`(?:\s*\(([A-Za-z]+(?:\/[A-Za-z_+-]+)*)\)|\s+(UTC|GMT))?`;
const atPattern = new RegExp(
  String.raw`${lift}\s+(?:(?:at|on)\s+)?(?:${date}(?:,?\s*(?:at\s+)?${time})?|${time})${zone}`,
  'i',
);

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Longer than any account's period: a time that far away was misread. */
const farthestMs = 62 * 86_400_000;

/**
 * When a usage limit is lifted, as far as a CLI's words say so: seconds since the epoch, a UTC time, a length of time, or
 * a clock's time in the zone that is named, else in this machine's. Null when they don't say it. `at` is when they were said.
 */
export function liftedAt(words: string, at: string): string | null {
  const now = Date.parse(at);
  // Of several times, such as that of a log's line before the words, the first that can be meant.
  const times = [...absolute(words), relative(words, now), onTheClock(words, now)];
  const found = times.find((one) => one !== null && one > now && one - now <= farthestMs) ?? null;
  return found === null ? null : isoSeconds(found);
}

function absolute(words: string): readonly number[] {
  const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})/gi;
  return [
    ...[...words.matchAll(/\|(\d{10})(?:\d{3})?\b/g)].map(([, seconds]) => Number(seconds) * 1000),
    ...[...words.matchAll(iso)].map(([instant]) => Date.parse(instant)),
  ];
}

function relative(words: string, now: number): number | null {
  const length = inPattern.exec(words)?.[1];
  if (length === undefined) return null;
  let ms = 0;
  for (const [, count = '', name = ''] of length.matchAll(eachUnit))
    ms += Number(count) * (unitMs[name.toLowerCase() === 'ms' ? 'ms' : (name[0] ?? '').toLowerCase()] ?? 0);
  // A second that is cut off would be too early.
  return now + Math.ceil(ms / 1000) * 1000;
}

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

function onTheClock(words: string, now: number): number | null {
  const match = atPattern.exec(words);
  if (!match) return null;
  const [, month, day, year, ...rest] = match;
  const clock = clockOf(rest.slice(0, 5)) ?? clockOf(rest.slice(5, 10)) ?? { hour: 0, minute: 0 };
  const zoneName = rest[10] ?? rest[11] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = wallIn(zoneName, now);
  if (today === null || clock.hour > 23 || clock.minute > 59) return null;
  if (month === undefined) {
    const next = instantOf({ ...today, ...clock }, zoneName);
    return next > now ? next : instantOf({ ...today, ...clock, day: today.day + 1 }, zoneName);
  }
  const named = { ...clock, month: months.indexOf(month.slice(0, 3).toLowerCase()) + 1, day: Number(day) };
  if (year !== undefined) return instantOf({ ...named, year: Number(year) }, zoneName);
  const here = instantOf({ ...named, year: today.year }, zoneName);
  return here > now ? here : instantOf({ ...named, year: today.year + 1 }, zoneName);
}

/** `3pm`, `3:05 PM` or `15:05`. */
function clockOf([hour, minute, half, hour24, minute24]: readonly (string | undefined)[]): Pick<
  Wall,
  'hour' | 'minute'
> | null {
  if (hour24 !== undefined) return { hour: Number(hour24), minute: Number(minute24) };
  if (hour === undefined) return null;
  const noon = half?.toLowerCase() === 'pm' ? 12 : 0;
  return { hour: (Number(hour) % 12) + noon, minute: Number(minute ?? 0) };
}

/** What calendars and clocks in a zone show at an instant; null when there is no such zone. */
function wallIn(timeZone: string, ms: number): Wall | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(ms);
    const part = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((one) => one.type === type)?.value ?? Number.NaN);
    return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
  } catch {
    return null;
  }
}

/** The instant at which a zone's clocks show this. */
function instantOf(wall: Wall, timeZone: string): number {
  const wanted = asUtc(wall);
  let ms = wanted;
  // The offset at the first guess may be that of the other side of a change of the clocks.
  for (let tries = 0; tries < 2; tries++) ms += wanted - asUtc(wallIn(timeZone, ms) ?? wall);
  return ms;
}

const asUtc = ({ year, month, day, hour, minute }: Wall): number => Date.UTC(year, month - 1, day, hour, minute);

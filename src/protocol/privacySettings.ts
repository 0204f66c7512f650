import * as z from 'zod';

/** A field's name, `^` before one that counts at the beginning of a line only. Nothing in it that ends a name in a text. */
export const privateLabel = z.string().regex(/^\^?[^\s^:=;,"'`\\_-][^\n^:=;,"'`\\]{0,63}$/);
/** A glob below the root that says at least one letter of what it stands for. */
export const privatePath = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))(?=.*[^*?{}/.,\s])[^\s\\]{1,200}$/);

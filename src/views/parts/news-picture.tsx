/**
 * The picture of an item in the banner's proportions; nothing if it has none. It is decorative,
 * because the title is next to it.
 */
export function NewsPicture({ path }: { readonly path: string }) {
  if (path === '') return null;
  return (
    <img
      src={path}
      alt=""
      width={375}
      height={210}
      loading="lazy"
      className="aspect-375/210 max-h-[11.875rem] w-full bg-sunken object-cover"
    />
  );
}

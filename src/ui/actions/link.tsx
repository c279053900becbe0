import { createContext, useContext, type ComponentProps, type ComponentType } from 'react';

export type LinkProps = ComponentProps<'a'> & {
  href: string;
  /** Stored with the new entry of the tab's history. */
  state?: object;
};

const PlainLink = ({ children, ...rest }: LinkProps) => <a {...rest}>{children}</a>;
const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** The app provides its router's link here once; every component of the design system that links uses it. */
export const LinkProvider = LinkContext.Provider;

export function Link(props: LinkProps) {
  const Chosen = useContext(LinkContext);
  return <Chosen {...props} />;
}

"""A neighbourhood as files that other programs read."""

from xml.dom.minidom import parseString

from yorisoi.graph.picture import Edge, Neighbourhood, Node, as_graphml


def test_graphml_is_xml_whatever_a_name_holds() -> None:
    name = "a\ufffe\uffff\ud800\x00\x0b]]><&\U0001f600"
    nodes = [Node(id=number, name=name, degree=1, interest=0.0, distance=None) for number in (0, 1)]
    edge = Edge(head=0, relation=name, tail=1, source=name)
    drawn = parseString(as_graphml(Neighbourhood(person=None, nodes=tuple(nodes), edges=(edge,))))
    [first, *_] = drawn.getElementsByTagName("data")
    assert first.firstChild.data == "a]]><&\U0001f600"

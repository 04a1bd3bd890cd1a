"""What is lastingly so about a person, from the person's own words."""
